/** The model that answers by rule, so that everything can be tried without a provider (contract 3, {@code demo}). */
package dev.guildhall.llm.demo;
