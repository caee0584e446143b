export { CourseOffer } from './course-offer.tsx'
