/** Anthropic's Messages API in both directions (models-17). */
package dev.guildhall.wire.anthropic;
