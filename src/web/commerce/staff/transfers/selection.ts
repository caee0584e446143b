import { failureStatus } from '#contract/client.ts'

/** Which rows of the page are selected; those that leave the page are not. */
export const toggled = (selected: ReadonlySet<string>, id: string): Set<string> => {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

export const onPage = (selected: ReadonlySet<string>, ids: readonly string[]): string[] =>
  ids.filter((id) => selected.has(id))

/** Approves one after another, because each is a decision of its own. Resolves to those that failed. After a refused sign-in, no other is tried. */
export async function approveEach(
  ids: readonly string[],
  approve: (id: string) => Promise<unknown>,
): Promise<string[]> {
  const failed: string[] = []
  let isSignedOut = false
  for (const id of ids)
    if (isSignedOut) failed.push(id)
    else
      await approve(id).catch((error: unknown) => {
        failed.push(id)
        isSignedOut = failureStatus(error) === 401
      })
  return failed
}

/** "3 transfer disetujui." or what failed. */
export function describeApprovals(approved: number, failed: number): string {
  if (failed === 0) return `${approved} transfer disetujui.`
  return `${approved} transfer disetujui, ${failed} tidak: sudah diputuskan admin lain, atau koneksi terputus.`
}
