/** The `ref` of a form that appears after a press: typing can start at once. Defined once, so that it runs on mount only. */
export const focusFirstField = (form: HTMLFormElement | null): void =>
  form?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
