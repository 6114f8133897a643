import { TestEnvironment } from 'jest-environment-node';

/** Node as usual, with the arrays of the process: what the models' runtime returns are such, and it checks for them. */
export default class ModelsEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    this.global.Float32Array = Float32Array;
  }
}
