/** Replaces the SDK's shims in the bundle (scripts/build.ts): their validator of forms, empty ones here, has 150 KB. */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): (form: unknown) => { valid: true; data: unknown; errorMessage: undefined } {
    return (form) => ({ valid: true, data: form, errorMessage: undefined });
  }
}
