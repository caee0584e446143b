/** Focuses the first field of a form, from its top, that is marked as wrong. Called once the marks are in the page. */
export const focusInvalid = (form: Element | null): void =>
  form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
