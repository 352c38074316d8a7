/** Usage of language models by user, key, model and day: what is recorded, stored and reported (contract 3 and 10). */
package dev.guildhall.ports.usage;
