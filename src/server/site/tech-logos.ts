/** Names of the drawings in web/site/home/tech-logos.svg. */
const drawn: ReadonlySet<string> = new Set([
  'react',
  'laravel',
  'figma',
  'javascript',
  'php',
  'html5',
  'flutter',
  'nodedotjs',
  'css',
  'typescript',
  'kotlin',
  'vuedotjs',
  'tailwindcss',
  'git',
])

/** The drawing for a word of the ticker; null without one. */
export function logoOf(name: string): string | null {
  const logo = name.toLowerCase().replaceAll('.', 'dot').replaceAll(/\s/g, '')
  return drawn.has(logo) ? logo : null
}
