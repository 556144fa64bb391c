import type { Browser } from 'playwright-core'

/** A note that the camera was held on its side: what is above in the file belongs to the right. */
const ON_ITS_SIDE = Buffer.from(
  ['ffe10022', '457869660000', '49492a0008000000', '0100', '120103000100000006000000', '00000000'].join(''),
  'hex',
)

/** A photograph as phones make them, some megabytes, on its side; red above and on the left, as it is stored. */
export async function photograph(
  browser: Browser,
  [width, height] = [4000, 3000],
): Promise<Buffer<ArrayBuffer>> {
  const page = await browser.newPage()
  const made = await page.evaluate<string>(`(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: ${width}, height: ${height} })
    const pen = canvas.getContext('2d')
    const noise = pen.createImageData(${width}, ${height})
    const dots = new Uint32Array(noise.data.buffer)
    for (let at = 0, seed = 1; at < dots.length; at += 1) {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      dots[at] = 0xff000000 | (seed >> 8)
    }
    pen.putImageData(noise, 0, 0)
    pen.fillStyle = '#f00'
    pen.fillRect(0, 0, ${width / 2}, ${height / 2})
    const jpeg = await new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.7))
    return new Promise((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(reader.result.split(',')[1])
      reader.readAsDataURL(jpeg)
    })
  })()`)
  await page.close()
  const jpeg = Buffer.from(made, 'base64')
  return Buffer.concat([jpeg.subarray(0, 2), ON_ITS_SIDE, jpeg.subarray(2)])
}

/** How large a picture is when it is shown, and what colour it has above, left and right. */
export async function seen(browser: Browser, picture: Buffer) {
  const page = await browser.newPage()
  const found = await page.evaluate<{
    width: number
    height: number
    left: string
    right: string
  }>(`(async () => {
    const bytes = Uint8Array.from(atob('${picture.toString('base64')}'), (c) => c.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes]))
    const { width, height } = bitmap
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const pen = canvas.getContext('2d')
    pen.drawImage(bitmap, 0, 0)
    const colour = (x) => {
      const [red, green, blue] = pen.getImageData(x, height / 8, 1, 1).data
      return red > 200 && green < 60 && blue < 60 ? 'red' : 'other'
    }
    return { width, height, left: colour(width / 8), right: colour((7 * width) / 8) }
  })()`)
  await page.close()
  return found
}
