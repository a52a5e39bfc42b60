// Lets Streamlit ask for the page at the address to which somebody goes back or forward with a mark in it: so the server
// knows that from a browser which has not yet listened to where it was told to stand.
const ASKED = 50; // Milliseconds after which the mark is taken out of the address again.

export default function ({ data }) {
  if (window.headroomHearing) return;
  window.headroomHearing = true;
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
