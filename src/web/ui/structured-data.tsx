/** A data block for search engines. `<` is escaped, so that no text can end it; the page policy does not count it as a script. */
export const StructuredData = ({ graph }: { graph: readonly object[] }) => (
  <script type="application/ld+json">{JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c')}</script>
)
