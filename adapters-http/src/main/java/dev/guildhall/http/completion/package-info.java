/** The completion service over HTTP (spec/2). */
package dev.guildhall.http.completion;
