// What of a page is hard to read, by WCAG 2.2: 1.4.3 (contrast of text: 4.5:1, 3:1 where it is large; what is disabled
// is exempt) and 1.3.1 (no heading of a level below another one that is left out).
() => {
  // What is being drawn again is pale for as long as that takes.
  const fading = document.getAnimations().some((each) => each instanceof CSSTransition);
  const drawing = document.querySelector("[data-stale=true], [data-testid=stApp]:not([data-test-script-state=notRunning])");
  if (fading || drawing) return { settled: false };
  const colour = (text) => {
    const [red, green, blue, alpha = 1] = text.match(/[\d.]+/g).map(Number);
    return text.startsWith("color(srgb") ? [red * 255, green * 255, blue * 255, alpha] : [red, green, blue, alpha];
  };
  const over = ([red, green, blue, alpha], below) =>
    [red, green, blue].map((part, at) => part * alpha + below[at] * (1 - alpha));
  const luminance = (parts) => {
    const [red, green, blue] = parts.map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  // What of the light of an element comes through, and what it stands on: its own ground over that of all around it.
  const grounds = new Map();
  const standsOn = (element) => {
    if (!element) return [1, [255, 255, 255]];
    if (!grounds.has(element)) {
      const style = getComputedStyle(element), [through, around] = standsOn(element.parentElement);
      const opacity = through * Number(style.opacity), [red, green, blue, alpha] = colour(style.backgroundColor);
      grounds.set(element, [opacity, over([red, green, blue, alpha * opacity], around)]);
    }
    return grounds.get(element);
  };
  const contrast = (element) => {
    const [opacity, ground] = standsOn(element);
    const [red, green, blue, alpha] = colour(getComputedStyle(element).color);
    const both = [luminance(over([red, green, blue, alpha * opacity], ground)), luminance(ground)].sort((a, b) => b - a);
    return (both[0] + 0.05) / (both[1] + 0.05);
  };
  const asked = (element) => {
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    return size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
  };
  const exempt = "[disabled], [aria-disabled=true], [aria-hidden=true], svg, canvas, script, style, #first-sight";
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    if (walker.currentNode.data.trim()) found.set(walker.currentNode.parentElement, walker.currentNode.data.trim());
  }
  for (const field of document.querySelectorAll("input[type=text], input[type=number], textarea")) {
    if (field.value) found.set(field, field.value);
  }
  const faint = [...found]
    .filter(([element]) => !element.closest(exempt) && isSeen(element))
    .map(([element, text]) => [text.slice(0, 60), Math.round(100 * contrast(element)) / 100, asked(element)])
    .filter(([, ratio, least]) => ratio < least);
  const headings = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter(isSeen);
  const levels = headings.map((each) => Number(each.tagName[1]));
  const skipped = headings.filter((_, at) => levels[at] > (levels[at - 1] ?? 0) + 1).map((each) => each.innerText.slice(0, 60));
  return { faint, skipped, texts: found.size, settled: true };
}
