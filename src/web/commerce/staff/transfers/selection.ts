/** Which rows of the page are selected; those that leave the page are not. */
export const toggled = (selected: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

export const onPage = (selected: ReadonlySet<string>, ids: readonly string[]): string[] =>
  ids.filter((id) => selected.has(id))

/** "3 transfer disetujui." or what failed. */
export function describeApprovals(approved: number, failed: number): string {
  if (failed === 0) return `${approved} transfer disetujui.`
  return `${approved} transfer disetujui, ${failed} tidak: sudah diputuskan admin lain, atau koneksi terputus.`
}
