/** The margin that systems may cut off a maskable icon. Source: https://www.w3.org/TR/appmanifest/#icon-masks */
const maskableMargin = 0.1

/** The icons that take the logo of the site where it has one, at the paths of the default icons. */
export const brandIcons: Record<string, { size: number; margin: number }> = {
  '/favicon.svg': { size: 96, margin: 0 },
  '/icons/icon-192.png': { size: 192, margin: 0 },
  '/icons/icon-512.png': { size: 512, margin: 0 },
  '/icons/maskable-512.png': { size: 512, margin: maskableMargin },
}

export const isBrandIcon = (pathname: string): boolean => Object.hasOwn(brandIcons, pathname)

/** An SVG that shows a PNG: the path of the default icon promises SVG. */
export const wrapInSvg = (png: Uint8Array): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><image width="32" height="32" href="data:image/png;base64,${Buffer.from(png).toString('base64')}"/></svg>`
