/** A text that a person typed, with a full stop where it has no end of its own: another sentence can follow it. */
export const asSentence = (text: string): string => {
  const typed = text.trim()
  return typed === '' || /[.!?…]["'”’)]*$/u.test(typed) ? typed : `${typed}.`
}
