/** Larger uploads are limited, because a body is held in memory while it is read. */
const largeBytes = 4 * 1024 * 1024
/** All users of this process together. */
const maximumConcurrency = 8
/** Accounts of students are free, so they cannot take all places. */
const ofStudents = 4

/** Counts large uploads: one per user at a time, and a few of all users. */
export function createLargeUploads() {
  /** With whether it is staff. */
  const uploading = new Map<string, boolean>()
  const hasPlace = (isStaff: boolean) =>
    uploading.size < maximumConcurrency &&
    (isStaff || [...uploading.values()].filter((other) => !other).length < ofStudents)
  return {
    /** Runs the work; null without running it while the user, or too many others, are uploading. `declared` is the length that the client states. */
    async run<Result>(
      { userId, isStaff }: { userId: string; isStaff: boolean },
      declared: string | null,
      work: () => Promise<Result>,
    ): Promise<Result | null> {
      if (declared !== null && Number(declared) <= largeBytes) return work()
      if (uploading.has(userId) || !hasPlace(isStaff)) return null
      uploading.set(userId, isStaff)
      try {
        return await work()
      } finally {
        uploading.delete(userId)
      }
    },
  }
}
