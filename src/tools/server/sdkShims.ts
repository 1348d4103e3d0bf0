/**
 * Replaces the SDK's run-time shims in the bundle (scripts/build.ts), which would bring a JSON Schema validator of 150
 * KB. The SDK uses it to check forms that a user filled in; this server asks only questions whose form is empty.
 */
export { default as process } from 'node:process';

export class DefaultJsonSchemaValidator {
  getValidator(): (form: unknown) => { valid: true; data: unknown; errorMessage: undefined } {
    return (form) => ({ valid: true, data: form, errorMessage: undefined });
  }
}
