/** The model that answers by rules, so that users can try everything without a provider (contract 3, {@code demo}). */
package dev.guildhall.llm.demo;
