/** Language models (models-1 to models-26). */
package dev.guildhall.ports.completion;
