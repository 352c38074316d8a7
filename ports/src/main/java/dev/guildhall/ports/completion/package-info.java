/** Language models (spec/2 completion service, contract 3). */
package dev.guildhall.ports.completion;
