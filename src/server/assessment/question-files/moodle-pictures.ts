/** How a picture stands in the HTML of questions that were read and not stored. */
export const imagePath = (index: number): string => `images/${index}`
