"""What pages say of files that are sent to them."""

from models.messages.template import sentence

WHERE = "Files go to the machine that runs this page, and no further."
too_large = sentence(
    "These files have {sent:,} MB together, and a page reads {most}: send fewer of them, or use the command line."
)
