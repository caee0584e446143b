/** `semicolon`: as Excel with Indonesian settings opens it. `comma`: as programs and other countries expect it. */
export const csvFormats = ['semicolon', 'comma'] as const
export type CsvFormat = (typeof csvFormats)[number]
