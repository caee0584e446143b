import * as z from 'zod/mini'
import { at, adminEndpoint, id, response, staffEndpoint } from '#contract/kit/endpoint.ts'
import { httpsLink } from '#contract/kit/https-link.ts'
import { line } from '#contract/kit/input-rules.ts'
import { cleanIdentifier } from '#contract/kit/text/identifier.ts'

export const maximumLinks = 8
/** Former ones of a person are kept, because they still lead to the page. */
export const maximumSlugs = 20

const slugMessage = 'Pakai 3–60 huruf kecil, angka, dan tanda hubung'

const link = z.object({ label: line('Tulis nama tautan', 40), url: httpsLink })
export type InstructorLink = z.infer<typeof link>

export const profileInput = z.object({
  slug: z.string(slugMessage).check(
    z.overwrite((value) => cleanIdentifier(value).toLowerCase()),
    z.minLength(3, slugMessage),
    z.maxLength(60, slugMessage),
    z.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, slugMessage),
  ),
  headline: z.string('Tulis satu kalimat').check(z.trim(), z.maxLength(120, 'Maksimal 120 karakter')),
  bio: z.string('Tulis beberapa kalimat').check(z.trim(), z.maxLength(1000, 'Maksimal 1000 karakter')),
  links: z.array(link, 'Tulis daftar tautan').check(z.maxLength(maximumLinks, `Maksimal ${maximumLinks} tautan`)),
})
export type ProfileInput = z.infer<typeof profileInput>

const profile = z.object({
  slug: z.string(),
  headline: z.string(),
  bio: z.string(),
  links: z.array(z.object({ label: z.string(), url: z.string() })),
  /** An admin looked at the page: its links can be followed. */
  isChecked: z.boolean(),
  /** True when there is a page: the person teaches a published course. */
  isPublic: z.boolean(),
})
export type InstructorProfile = z.infer<typeof profile>

export const instructorProfileContract = {
  showInstructorProfile: staffEndpoint
    .route(at('GET /me/instructor-profile', 'What the page of an instructor says about them'))
    .output(response(profile)),
  saveInstructorProfile: staffEndpoint
    .meta({ access: 'staff', timesPerHour: 60 })
    .route(at('PUT /me/instructor-profile', 'Change the page of an instructor', 'Halamanmu disimpan.'))
    .input(profileInput)
    .output(response(profile)),
  checkInstructorPage: adminEndpoint
    .route(
      at(
        'PUT /admin/instructors/{id}/checked',
        'An admin looked at the page of an instructor: its links can be followed from now on, or no longer',
      ),
    )
    .input(z.object({ id, isChecked: z.boolean('Pilih ya atau tidak') }))
    .output(response(z.object({ isChecked: z.boolean() }))),
}
