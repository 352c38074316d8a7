/** The completion service over HTTP. */
package dev.guildhall.http.completion;
