/** Moves the focus to the control of the row above or below. */
export function moveByArrow(event: KeyboardEvent): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const row = event.target instanceof Element ? event.target.closest("tr") : null;
  const next = event.key === "ArrowDown" ? row?.nextElementSibling : row?.previousElementSibling;
  const control = next?.querySelector<HTMLElement>("th a, th button");
  if (control === null || control === undefined) return;
  event.preventDefault();
  control.focus();
}
