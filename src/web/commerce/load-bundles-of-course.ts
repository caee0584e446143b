import { bundlesContract } from '#contract/commerce/bundles.ts'
import { registerContract } from '#contract/client.ts'
import type { Api } from '#web/identity/index.ts'
import type { BundleOfCourse } from './bundles-of-course.tsx'

registerContract({ bundles: bundlesContract })

const shown = 2

/** The bundles for sale that a course is part of: an addition, without which its page is complete. */
export const loadBundlesOfCourse = ({ anonymous }: Api, courseId: string): Promise<BundleOfCourse[]> =>
  anonymous.bundles.listBundles({ courseId, page: 1, limit: shown }).then(
    ({ data }) => data.map(({ slug, title, saving }) => ({ slug, title, saving })),
    () => [],
  )
