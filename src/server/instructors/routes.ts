import { ok } from '#contract/kit/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { accept } from '#server/platform/outcomes.ts'
import type { Instructors } from './instructors.ts'
import { answer, orNotFound, serve } from '#server/serve.ts'

export const instructorRoutes = (instructors: Instructors) => ({
  instructors: {
    showInstructor: answer(
      endpoints.instructors.showInstructor,
      async (input) => instructors.showInstructor(input.slug),
      orNotFound('Instruktur tidak ditemukan'),
    ),
  },
  instructorProfile: {
    showInstructorProfile: serve(endpoints.instructorProfile.showInstructorProfile, async (viewer) =>
      instructors.showProfile(viewer.id),
    ),
    saveInstructorProfile: serve(endpoints.instructorProfile.saveInstructorProfile, instructors.saveProfile, 'saved'),
    checkInstructorPage: endpoints.instructorProfile.checkInstructorPage.handler(
      async ({ input: { id, isChecked }, context, errors }) => {
        accept(await instructors.checkPage(context.viewer(), id, isChecked), errors, 'saved')
        return ok({ isChecked }, isChecked ? 'Tautan di halamannya bisa dibuka.' : 'Tautan di halamannya menjadi teks.')
      },
    ),
  },
})
