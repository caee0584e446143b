import * as z from 'zod/mini'
import { at, cachedEndpoint, response } from '#contract/kit/endpoint.ts'

// The owner’s choices for the home page, as visitors read them.

/** Pictures of a benefit. */
export const benefitIcons = ['users', 'clock', 'award', 'hammer', 'infinity', 'wifi', 'book', 'heart'] as const

export const hero = z.object({
  title: z.string(),
  text: z.string(),
  /** An uploaded picture, `/uploads/<id>.webp`; null: the drawing of the product. */
  picture: z.nullable(z.string()),
})
export const benefit = z.object({
  _id: z.string(),
  icon: z.enum(benefitIcons),
  title: z.string(),
  text: z.string(),
})
/** `_id` is the end of its URL: `/#faq-sertifikat`. */
export const faqItem = z.object({
  _id: z.string(),
  question: z.string(),
  answer: z.string(),
  /** Words of a search that it answers, separated by commas. */
  words: z.string(),
})

const home = z.object({
  hero,
  /** `logo` is the name of a drawing of the product; null without one. */
  ticker: z.array(z.object({ name: z.string(), logo: z.nullable(z.string()) })),
  benefits: z.array(benefit),
  faq: z.array(z.omit(faqItem, { words: true })),
})
export type Home = z.infer<typeof home>
export type Benefit = z.infer<typeof benefit>
export type FaqItem = z.infer<typeof faqItem>

export const homeContract = {
  showHome: cachedEndpoint
    .route(at('GET /site/home', 'Texts of the home page: hero, ticker, benefits, common questions'))
    .output(response(home)),
}
