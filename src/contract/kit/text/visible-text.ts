/** Not among spaces, controls, and characters without a visible form: zero-width ones, fillers, blank Braille. A mark needs a letter. */
const visible = /[^\s\p{M}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u

export const hasVisibleText = (text: string): boolean => visible.test(text)
