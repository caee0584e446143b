import type { Invariant, PersonalData } from '#server/platform/database/index.ts'
import type { FigureSource } from '#server/platform/figures/index.ts'
import type { Job, PurgeBatch, PurgeName } from '#server/platform/jobs/index.ts'
import type { MediaUse, UploadsInUse } from '#server/platform/media/index.ts'

/** A domain's part in what the product does for all of them. A member that it does not name does not compile; one that it has not is empty. */
export type Contribution = {
  /** By part of the contract. */
  routes: object
  purges: { [Name in PurgeName]?: PurgeBatch }
  /** Its rows mention uploads: pictures that no domain mentions are deleted. */
  uploadsInUse: readonly UploadsInUse[]
  /** Its rows refer to files of the media store, such as videos. */
  mediaInUse: readonly MediaUse[]
  figures: readonly FigureSource[]
  /** Rows that are worked on when they are due. */
  dueWork: readonly Job[]
  /** Everything else that happens without a request. */
  periodic: readonly { name: string; everyMs: number; run: () => Promise<unknown> }[]
}

export type Domain = {
  /** Always hold in the database; checked after a restore, when nothing runs. */
  invariants: readonly Invariant[]
  contribute: (modules: never) => Contribution & { personalData: readonly PersonalData[] }
}

/** A domain that is built with the accounts, or from them. */
export type AccountDomain = {
  invariants: readonly Invariant[]
  contribute: (modules: never) => Contribution
}
