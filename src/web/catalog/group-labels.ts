import { useRouteLoaderData } from 'react-router'
import type { Site } from '#contract/site/site.ts'

/** What the owner calls the three groups of categories. */
export const useGroupLabels = (): Site['categoryGroups'] =>
  (useRouteLoaderData('site') as { site: Site }).site.categoryGroups
