import fc from 'fast-check'

/** A part of a source and what has to be found of it. */
export type Part = { source: string; mark: string }
const noise = (source: string): Part => ({ source, mark: '' })
const word = fc.stringMatching(/^w[a-z]{7}$/)
const makes = (...sources: ((mark: string) => string)[]) =>
  fc.tuple(fc.constantFrom(...sources), word).map(([make, mark]): Part => ({ source: make(mark), mark }))

/** Text as people type it. */
export const typed = fc.oneof(
  makes(
    (mark) => mark,
    (mark) => `<${mark}>`,
    (mark) => `List<${mark}>`,
    (mark) => `</${mark}>`,
    (mark) => `<${mark} lang="id">`,
    (mark) => `a<${mark} && ${mark}>b`,
    (mark) => `https://contoh.id/${mark}`,
    (mark) => `<b>${mark}</b>`,
    (mark) => `<div>${mark}</div>`,
    (mark) => `<c>${mark}`,
    (mark) => `{${mark}}`,
    (mark) => `"${mark}"`,
    (mark) => `*${mark}*`,
    (mark) => `~${mark}~`,
    (mark) => `\\(${mark}^2\\)`,
    (mark) => `$$${mark}$$`,
    (mark) => `&${mark};`,
    (mark) => `:${mark}:`,
    (mark) => `#${mark}`,
    (mark) => `[${mark}](https://contoh.id)`,
    (mark) => `\`${mark}\``,
    (mark) => `- ${mark}`,
    (mark) => `| ${mark} |`,
  ),
  fc
    .constantFrom(' ', '\n', ' <br> ', ' < ', ' > ', ' & ', ' = ', ' -> ', ' --> ', ' # ', ' ~ ', ' % ', '<i>', '<p>')
    .map(noise),
)

/** HTML as editors of other platforms write it. */
export const html = fc.oneof(
  makes(
    (mark) => mark,
    (mark) => `<b>${mark}</b>`,
    (mark) => `<blink>${mark}</blink>`,
    (mark) => `<center><font color="red">${mark}</font></center>`,
    (mark) => `&lt;${mark}&gt;`,
    (mark) => `<a href="https://contoh.id/${mark}">x</a>`,
    (mark) => `<a href="${mark}.pdf">x</a>`,
    (mark) => `<a href="@@PLUGINFILE@@/${mark}.pdf">x</a>`,
    (mark) => `<img src="${mark}.png" alt="">`,
    (mark) => `<img src="https://contoh.id/${mark}.png">`,
    (mark) => `<img src="x.png" alt="${mark}">`,
    (mark) =>
      `<img class="equation_image" src="/equation_images/x" alt="LaTeX: ${mark}" data-equation-content="${mark}">`,
    (mark) => `<iframe src="https://www.youtube.com/embed/${mark}abc"></iframe>`,
    (mark) => `<iframe src="https://contoh.id/${mark}"></iframe>`,
    (mark) => `<video src="${mark}.mp4"></video>`,
    (mark) => `<video><source src="${mark}.mp4"></video>`,
    (mark) => `<audio src="${mark}.mp3"></audio>`,
    (mark) => `<object data="${mark}.swf"></object>`,
    (mark) => `<embed src="${mark}.swf">`,
    (mark) => `<math><mi>${mark}</mi></math>`,
    (mark) => `<svg><text>${mark}</text></svg>`,
    (mark) => `<details><summary>${mark}</summary>isi</details>`,
    (mark) => `<dl><dt>${mark}</dt><dd>isi</dd></dl>`,
    (mark) => `<table><caption>${mark}</caption><tr><td>x</td></tr></table>`,
    (mark) => `<table><tr><td colspan="2">${mark}</td></tr></table>`,
    (mark) => `<table>${mark}<tr><td>x</td></tr></table>`,
    (mark) => `<table><tbody>x<tr>${mark}<td>x</td></tr></table>`,
    (mark) => `<ul>${mark}<li>x</li></ul>`,
    (mark) => `<ol><li>x</li><b>${mark}</b></ol>`,
    (mark) => `<label>${mark} <input value="x"></label>`,
    (mark) => `<input value="${mark}">`,
    (mark) => `<dialog open>${mark}</dialog>`,
    (mark) => `<picture><source srcset="a.webp"><img src="${mark}.jpg"></picture>`,
    (mark) => `<abbr title="x">${mark}</abbr>`,
    (mark) => `<a name="x">${mark}</a>`,
    (mark) => `<q>${mark}</q>`,
    (mark) => `<iframe srcdoc="<p>${mark}</p>"></iframe>`,
    (mark) => `<meter>${mark}</meter>`,
    (mark) => `<custom-tag>${mark}</custom-tag>`,
    (mark) => `<h1><a href="https://contoh.id">${mark}</a></h1>`,
    (mark) => `<select><option>${mark}</option></select>`,
    (mark) => `<textarea>${mark}</textarea>`,
    (mark) => `<button>${mark}</button>`,
    (mark) => `<fieldset><legend>${mark}</legend></fieldset>`,
    (mark) => `<marquee>${mark}</marquee>`,
    (mark) => `<o:p>${mark}</o:p>`,
    (mark) => `<ruby>a<rt>${mark}</rt></ruby>`,
    (mark) => `<noscript>${mark}</noscript>`,
    (mark) => `<pre><code>${mark}</code></pre>`,
    (mark) => `<p style="display:block">${mark}`,
    (mark) => `\\(${mark}\\)`,
  ),
  fc.constantFrom(' ', '<br>', '<p>', '</p>', '<ul><li>', '&nbsp;', '<hr>', '</div>', '<!-- c -->').map(noise),
)
