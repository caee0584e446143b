/** Larger uploads are limited, because a body is held in memory while it is read. */
const largeBytes = 4 * 1024 * 1024
/** Of all users of this process. */
const maximumConcurrency = 8

/** Counts large uploads: one per user at a time, and a few of all users. */
export function createLargeUploads() {
  const uploading = new Set<string>()
  return {
    /** Runs the work; null without running it while the user, or too many others, are uploading. `declared` is the length that the client states. */
    async run<Result>(userId: string, declared: string | null, work: () => Promise<Result>): Promise<Result | null> {
      if (declared !== null && Number(declared) <= largeBytes) return work()
      if (uploading.has(userId) || uploading.size >= maximumConcurrency) return null
      uploading.add(userId)
      try {
        return await work()
      } finally {
        uploading.delete(userId)
      }
    },
  }
}
