/** Misspelt domains of the providers that most students use, and what was meant. */
const misspelt: [RegExp, string][] = [
  [
    /^(gmial|gmal|gmai|gmil|gamil|gnail|gmaill|gmaul|gemail)\.(com|co\.id)$|^gmail\.(co|con|cm|om|comm|cim|vom)$/,
    'gmail.com',
  ],
  [/^(yaho|yhoo|yahho|yahooo|yaoo|uahoo)\.com$|^yahoo\.(con|cm|om|comm|cim|vom)$/, 'yahoo.com'],
  [/^(yaho|yhoo|yahho|yahooo)\.co\.id$/, 'yahoo.co.id'],
  [/^(outlok|outloo|outllok|oulook)\.com$|^outlook\.(con|cm|om|comm)$/, 'outlook.com'],
  [/^(hotmial|hotmal|hotmai|hormail)\.com$|^hotmail\.(con|cm|om|comm)$/, 'hotmail.com'],
]

/** The address that was probably meant; null when the domain is not a known typo. */
export function probableEmail(address: string): string | null {
  const [, name, domain] = /^(.+)@([^@]+)$/.exec(address.trim()) ?? []
  const meant = misspelt.find(([pattern]) => pattern.test(domain?.toLowerCase() ?? ''))?.[1]
  return name !== undefined && meant ? `${name}@${meant}` : null
}
