/** Use cases of language models (spec/2, contract 3). */
package dev.guildhall.core.completion;
