type Attributes = Readonly<Record<string, string>>

const isOff = /^(?:display\s*:\s*none|visibility\s*:\s*hidden)\b/i

/** True for an element that a page holds and does not show. Pages as a whole are hidden until they have loaded. */
export const isHidden = (name: string, { hidden, style = '' }: Attributes): boolean =>
  name !== 'html' &&
  name !== 'body' &&
  name !== 'input' &&
  (hidden !== undefined || style.split(';').some((declaration) => isOff.test(declaration.trim())))
