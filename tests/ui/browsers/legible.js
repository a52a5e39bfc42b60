// What of a page is hard to read, by WCAG 2.2: 1.4.3 (contrast of text: 4.5:1, 3:1 where it is large; what is disabled
// is exempt) and 1.3.1 (no heading of a level below another one that is left out).
() => {
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
  const upwards = (element) => (element ? [element, ...upwards(element.parentElement)] : []);
  const contrast = (element) => {
    let opacity = 1, ground = [255, 255, 255];
    for (const each of upwards(element).reverse()) {
      const style = getComputedStyle(each);
      opacity *= Number(style.opacity);
      const [red, green, blue, alpha] = colour(style.backgroundColor);
      ground = over([red, green, blue, alpha * opacity], ground);
    }
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
  // What is being drawn again is pale for as long as that takes.
  const fading = document.getAnimations().some((each) => each instanceof CSSTransition);
  const drawing = document.querySelector("[data-stale=true], [data-testid=stApp]:not([data-test-script-state=notRunning])");
  return { faint, skipped, texts: found.size, settled: !fading && !drawing };
}
