// Tells Streamlit what only the browser knows: that somebody goes back or forward in it, that another of its tabs has kept
// a version of the plan that this one shows, and that it has become dark or light, for which charts are drawn anew. And it
// scrolls to the answer, where the plan was changed far below that.
const THEMED = 500; // Milliseconds that Streamlit takes to follow the browser into the dark.
const ASKED = 50; // Milliseconds after which the mark is taken out of the address again.

export default function ({ data, setTriggerValue }) {
  tellTabs(data, setTriggerValue);
  if ((window.headroomAnswers ?? data.answers) < data.answers) document.querySelector(".st-key-answer")?.scrollIntoView();
  window.headroomAnswers = data.answers;
  if (window.headroomHearing) return;
  window.headroomHearing = true;
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () =>
    setTimeout(() => setTriggerValue("look_again", Date.now()), THEMED));
  // The mark lets Streamlit ask for the page at the address to which somebody goes: so the server knows that from a
  // browser which has not yet listened to where it was told to stand.
  window.addEventListener("popstate", (event) => {
    if (!event.isTrusted) return;
    event.stopImmediatePropagation();
    const plain = location.href, marked = new URL(plain);
    marked.searchParams.set(data.mark, Date.now());
    history.replaceState(history.state, "", marked);
    window.dispatchEvent(new PopStateEvent("popstate", { state: event.state }));
    setTimeout(() => location.href === marked.href && history.replaceState(history.state, "", plain), ASKED);
  }, { capture: true });
}

function tellTabs({ plans, version }, setTriggerValue) {
  const tabs = (window.headroomTabs ??= { channel: new BroadcastChannel("headroom plans"), version });
  if (tabs.version !== version) tabs.channel.postMessage(plans);
  tabs.version = version;
  tabs.channel.onmessage = ({ data: kept }) => {
    if (kept.some((each) => plans.includes(each))) setTriggerValue("look_again", Date.now());
  };
}
