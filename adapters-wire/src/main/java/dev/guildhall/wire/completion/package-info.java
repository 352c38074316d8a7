/** What the protocols of language models have in common. */
package dev.guildhall.wire.completion;
