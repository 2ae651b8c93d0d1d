import type { Browser } from '@playwright/test';
import type { Product } from '../../../scripts/product.ts';
import type { Device } from './device.ts';
import type { Step } from './step.ts';

/** A week of one person on a product of its own. */
export interface Walk {
  /** Of the command line. */
  readonly name: string;
  readonly title: string;
  /** Of the product, such as its clock; a function where something must be started first. */
  readonly settings: Record<string, string> | (() => Promise<Record<string, string>>);
  /** By default all. */
  readonly devices?: readonly Device[];
  take(browser: Browser, product: Product, device: Device): Promise<Step[]>;
}
