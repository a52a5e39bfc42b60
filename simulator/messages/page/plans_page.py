"""What is said of the plans that are kept for a browser: on their page, and where another tab has changed one."""

from models.messages.template import sentence

ABOUT = (
    "What you change is kept here for this browser, on the server's disk, as a draft; the oldest drafts go."
    " A plan that you save under a name stays as it is. What you change in it is a draft, which you keep as its new"
    " version or discard. The bare address of this page opens the last plan."
)
SAVE_AS = "Save the open plan as"
PART_OF_NAME = "a part of its name"
NONE_OF_NAME = "None is called so."
NONE_YET = "None yet: change something on the page Plan, and it stands here."
BEGIN_ANEW = "Begins another plan; this one stays on the page Plans."
MORE = "There are more: write a part of the name."
NO_COOKIES = "This browser keeps no cookies, so the server cannot know its plans again: none is kept."
KEPT_APART = (
    "Another tab has changed or deleted this plan since you opened it here. Nothing of it is lost: what you change in"
    " this tab is kept as a plan of its own from now on. Both stand on the page Plans."
)
IS_OLDER = (
    "Another tab has changed or deleted this plan since you opened it here. This tab still shows the older version;"
    " if you change it, it is kept as a plan of its own. The newer one stands on the page Plans."
)
HAS_FORK = (
    'Another tab has changed an older version of this plan. That is kept apart, as "{}" of {} UTC on the page Plans;'
    " this plan is as you left it."
)
HAS_DRAFT = (
    'Of this plan there is a draft: "{}" of {} UTC on the page Plans. This plan is as it was saved; what you change'
    " here becomes another draft."
)
SAVE, FIND, OPEN, DELETE, EXPORT = "Save", "Find a plan", "Open", "Delete", "Export all plans"
ALL_THERE = "All of these plans are already here."
KEEP_VERSION, DISCARD = "Keep as new version", "Discard the draft"
REPLACE_NEWER = "Replace the newer version"
TEXT_CHANGED = "The text of the scenario is changed."
OPEN_VERSION, DELETE_IT, KEEP_IT = "Open this", "Delete it", "Keep it"
history = sentence("History: {versions}")
replace_plan = sentence('Replace "{name}"')
bring_back = sentence('Bring "{title}" back')
draft_of = sentence('Draft of "{title}": {changes}')
changed = sentence("{parameter}: {before}, now {value}")
version_kept = sentence('"{title}" is now as you changed it; how it was stands in its history on the page Plans.')
base_is_newer = sentence(
    '"{title}" has a newer version than the one that this draft was made of. Replace that one, which stays in the'
    " history, or save this draft under another name on the page Plans."
)
changed_just_now = sentence('"{title}" was changed or deleted just now in another tab: this draft is not kept as it.')
discarded = sentence('"{title}" is open as it was saved. Undo on the page Plan brings the changes back.')
taken_in = sentence("Taken in: {plans}.")
saved = sentence('Saved as "{name}". What you change from here on is a draft, and "{name}" stays as it is.')
name_taken = sentence('You have another plan called "{name}". Write another name above, or replace that plan.')
delete = sentence('Delete "{title}"?')
deleted = sentence('"{title}" is deleted.')
back_with_history = sentence('"{title}" is here again, with its history.')
back_again = sentence('"{title}" is here again.')
version_opened = sentence('"{title}" is open as it was on {when}; Undo on the page Plan takes that back.')
opened = sentence('"{title}" is open: all pages answer for it.')
most_history = sentence("An export leaves out the oldest versions of histories that do not fit into {megabytes} MB.")
left_out = sentence(
    "{plans} will not be in the export, the oldest drafts first: an import takes {megabytes} MB. Export, delete what"
    " the file has, and export the others."
)
import_label = sentence("Import an export ({megabytes} MB and {plans:,} plans at most)")
not_kept = sentence("Plans cannot be kept: {error}. Export what you need, and tell who runs this server.")
