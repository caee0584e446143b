import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept, found } from '#server/platform/outcomes.ts'
import type { Instructors } from './instructors.ts'

export const instructorRoutes = (instructors: Instructors) => ({
  instructors: {
    showInstructor: endpoints.instructors.showInstructor.handler(async ({ input, errors }) =>
      ok(found(await instructors.showInstructor(input.slug), errors, 'Instruktur tidak ditemukan')),
    ),
  },
  instructorProfile: {
    showInstructorProfile: endpoints.instructorProfile.showInstructorProfile.handler(async ({ context }) =>
      ok(await instructors.showProfile(context.viewer().id)),
    ),
    saveInstructorProfile: endpoints.instructorProfile.saveInstructorProfile.handler(
      async ({ input, context, errors }) => {
        const { profile } = accept(await instructors.saveProfile(context.viewer(), input), errors, 'saved')
        return ok(profile, 'Halamanmu disimpan.')
      },
    ),
    checkInstructorPage: endpoints.instructorProfile.checkInstructorPage.handler(
      async ({ input: { id, isChecked }, context, errors }) => {
        accept(await instructors.checkPage(context.viewer(), id, isChecked), errors, 'saved')
        return ok({ isChecked }, isChecked ? 'Tautan di halamannya bisa dibuka.' : 'Tautan di halamannya menjadi teks.')
      },
    ),
  },
})
