import * as z from 'zod/mini'
import { courseCard } from '#contract/catalog/catalog.ts'
import { at, publicEndpoint, response } from '#contract/kit/endpoint.ts'

/** Fewer reviews or answers say nothing about a person. */
export const leastForAverage = 3

export const instructorPage = z.object({
  slug: z.string(),
  name: z.string(),
  headline: z.string(),
  bio: z.string(),
  avatar: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  /** True when an admin looked at the page: until then its links are text. */
  linksAreChecked: z.boolean(),
  figures: z.object({
    /** Different people in the courses. */
    students: z.number(),
    courses: z.number(),
    /** The average of all reviews of the courses. */
    rating: z.nullable(z.number()),
    ratingCount: z.number(),
    /** The usual time to an answer to a question, in hours. */
    answerHours: z.nullable(z.number()),
  }),
  /** The most popular first. */
  courses: z.array(courseCard),
  updatedAt: z.string(),
})
export type InstructorPage = z.infer<typeof instructorPage>

export const instructorsContract = {
  showInstructor: publicEndpoint
    .route(at('GET /instructors/{slug}', 'The page of an instructor with a published course, also by a former address'))
    .input(z.object({ slug: z.string().check(z.maxLength(200)) }))
    .output(response(instructorPage)),
}
