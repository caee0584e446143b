import { paymentMethods } from '#contract/commerce/transactions.ts'
import * as z from 'zod/mini'
import { announcement } from './banner.ts'
import { courseCard } from '#contract/catalog/catalog.ts'
import { ebookCard, tipCard } from '#contract/library/library.ts'
import { at, response, publicEndpoint, cachedEndpoint } from '#contract/kit/endpoint.ts'

const site = z.object({
  name: z.string(),
  claim: z.string(),
  /** The title of the home page, also in the footer. */
  slogan: z.string(),
  /** Null: the names of the product. */
  categoryGroups: z.nullable(z.object({ programming: z.string(), design: z.string(), marketing: z.string() })),
  contact: z.object({ email: z.string(), phone: z.string() }),
  announcement: z.nullable(announcement),
  /** True when people may ask to teach. */
  instructorApplications: z.boolean(),
  payment: z.object({
    scriptUrl: z.string(),
    clientKey: z.string(),
    mode: z.enum(['sandbox', 'live']),
    /** Methods for buyers; `card` is always among them. */ methods: z.array(z.enum(paymentMethods)),
  }),
  /** Sign-in of an organisation; null without one. */
  oidc: z.nullable(z.object({ label: z.string() })),
  google: z.object({ clientId: z.nullable(z.string()), scriptUrl: z.nullable(z.string()) }),
})
export type Site = z.infer<typeof site>

/** A page of the site that a search names ("sertifikat"). */
const meantPage = z.object({ title: z.string(), path: z.string() })
export type MeantPage = z.infer<typeof meantPage>

/** Who teaches published courses, in search results. */
const foundInstructor = z.object({
  slug: z.string(),
  name: z.string(),
  headline: z.string(),
  avatar: z.string(),
  courseCount: z.number(),
})
export type FoundInstructor = z.infer<typeof foundInstructor>

/** A learning path that a search names. */
const foundPath = z.object({ _id: z.string(), slug: z.string(), title: z.string(), tagline: z.string() })

const searchResults = z.object({
  paths: z.array(foundPath),
  pages: z.array(meantPage),
  instructors: z.array(foundInstructor),
  courses: z.array(courseCard),
  ebooks: z.array(ebookCard),
  tips: z.array(tipCard),
})
export type SearchResults = z.infer<typeof searchResults>

const suggestion = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('course'), title: z.string(), courseId: z.string() }),
  z.object({ kind: z.literal('category'), title: z.string(), slug: z.string() }),
  z.object({ kind: z.literal('page'), title: z.string(), path: z.string() }),
])
export type Suggestion = z.infer<typeof suggestion>

const searchInput = z.object({
  q: z._default(z.string().check(z.trim(), z.maxLength(100, 'Kata pencarian maksimal 100 karakter')), ''),
})

export const siteContract = {
  showSite: cachedEndpoint
    .meta({ access: 'public', cached: true, staysOpen: true })
    .route(at('GET /site', 'Name, contact, announcement and the public keys of external services'))
    .output(response(site)),
  search: publicEndpoint
    .route(at('GET /search', 'Search courses, learning paths, instructors, e-books and tips'))
    .input(searchInput)
    .output(response(searchResults)),
  suggest: publicEndpoint
    .route(at('GET /search/suggestions', 'At most 8 pages, categories and courses for a partial search term'))
    .input(searchInput)
    .output(response(z.array(suggestion))),
  health: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('GET /health', 'Liveness: the process starts or runs, and with it the embedded database'))
    .output(response(z.object({ status: z.enum(['starting', 'up']) }))),
  serving: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(
      at(
        'GET /serving',
        'For load balancers: the process takes requests, also while the database is away, and is not about to stop',
      ),
    )
    .output(response(z.object({ status: z.literal('serving') }))),
  ready: publicEndpoint
    .meta({ access: 'public', staysOpen: true })
    .route(at('GET /ready', 'Readiness: the process takes requests, and the database responds'))
    .output(response(z.object({ status: z.literal('ready') }))),
}
