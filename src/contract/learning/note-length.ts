/** Characters of a lesson note. */
export const maximumNoteLength = 10_000
