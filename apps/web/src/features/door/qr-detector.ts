/** The part of the Shape Detection API that is used. */
export interface QrDetector {
  detect(video: HTMLVideoElement): Promise<readonly { readonly rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: string[] }): QrDetector;
  getSupportedFormats(): Promise<readonly string[]>;
}

/** The browser's reader of QR codes, or our own where it has none. */
export async function qrDetector(): Promise<QrDetector> {
  const { BarcodeDetector: native } = globalThis as { BarcodeDetector?: DetectorClass };
  const isNative = native !== undefined && (await native.getSupportedFormats()).includes('qr_code');
  const Detector = isNative ? native : (await import('qr/decode.js')).BarcodeDetector;
  return new Detector({ formats: ['qr_code'] });
}
